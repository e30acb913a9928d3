-- What a role may do in an institution. Without a row it may what it may in the institution above; a topmost institution without
-- one has the defaults of contract/permissions.ts.
CREATE TABLE role_grant (
  institution_id BIGINT NOT NULL,
  role VARCHAR(16) NOT NULL,
  permissions TEXT NOT NULL,
  menu TEXT NOT NULL,
  version INT NOT NULL DEFAULT 1,
  updated_by BIGINT NULL,
  updated_at DATETIME(3) NULL,
  PRIMARY KEY (institution_id, role)
);

-- One row. Commands that move rights lock it, so that they come one after the other; every process forgets what it knows of
-- rights when the number has changed.
CREATE TABLE rights_version (
  id TINYINT NOT NULL PRIMARY KEY,
  version BIGINT NOT NULL
);

-- Menus are part of the grants. No screen ever wrote this table.
DROP TABLE role_menu;

ALTER TABLE institution
  ADD COLUMN enabled TINYINT NOT NULL DEFAULT 1,
  ADD KEY institution_parent (parent_id, name),
  ADD KEY institution_name (name);

ALTER TABLE admin_group
  ADD COLUMN enabled TINYINT NOT NULL DEFAULT 1,
  ADD KEY admin_group_institution (institution_id, name);
