-- What administrators change counts its changes, so that of two who saw the same one is refused.
ALTER TABLE institution ADD COLUMN version INT NOT NULL DEFAULT 1;
ALTER TABLE admin_group ADD COLUMN version INT NOT NULL DEFAULT 1;
ALTER TABLE queue ADD COLUMN version INT NOT NULL DEFAULT 1;
ALTER TABLE role_menu ADD COLUMN version INT NOT NULL DEFAULT 1;
ALTER TABLE announcement ADD COLUMN version INT NOT NULL DEFAULT 1;
ALTER TABLE softphone ADD COLUMN version INT NOT NULL DEFAULT 1;
ALTER TABLE message_template ADD COLUMN version INT NOT NULL DEFAULT 1;
ALTER TABLE product_terms ADD COLUMN version INT NOT NULL DEFAULT 1;
ALTER TABLE phone_policy ADD COLUMN version INT NOT NULL DEFAULT 1;
