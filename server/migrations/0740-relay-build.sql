-- The newest migration that the leading relay knows: one that knows an older one alone leaves the lead to it.
ALTER TABLE relay_lease ADD COLUMN build INT NOT NULL DEFAULT 0;
