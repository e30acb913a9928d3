-- The change that a second administrator is asked for: it is carried out as it was written here.
ALTER TABLE approval ADD COLUMN document TEXT NULL;

-- Who else stood for a version that loosens, and how it would have decided past contacts.
ALTER TABLE guard_policy ADD COLUMN approval_id BIGINT NULL;
ALTER TABLE guard_policy ADD COLUMN simulation TEXT NULL;
