-- SHA-256 of command and body: what a request id stands for. Rows from before have none and answer any.
ALTER TABLE client_request ADD COLUMN digest BINARY(32) NULL AFTER command;
