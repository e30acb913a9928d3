-- An extension has one owner, and a person one extension.
CREATE TABLE softphone (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  supplier VARCHAR(40) NOT NULL,
  extension_number VARCHAR(32) NOT NULL,
  password_enc VARBINARY(255) NOT NULL,
  owner_id BIGINT NULL UNIQUE,
  -- ENABLED, DISABLED
  status VARCHAR(16) NOT NULL DEFAULT 'ENABLED',
  bound_at DATETIME(3) NULL,
  unbound_at DATETIME(3) NULL,
  created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY softphone_extension (supplier, extension_number),
  KEY softphone_institution (institution_id, status)
);
