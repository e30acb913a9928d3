-- The same request id in another command is another request. Rows of before name no command and answer any.
ALTER TABLE client_request
  ADD COLUMN command VARCHAR(16) NOT NULL DEFAULT '' AFTER client_request_id,
  DROP PRIMARY KEY,
  ADD PRIMARY KEY (user_id, client_request_id, command);
