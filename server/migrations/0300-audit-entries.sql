-- Which events tell of the configuration, and for whom they exist. Written with the event, and as append-only as it is.
CREATE TABLE audit_entry (
  event_id BIGINT NOT NULL PRIMARY KEY,
  -- 0: of no institution; seen by who administers all of them.
  institution_id BIGINT NOT NULL,
  actor_id BIGINT NULL,
  -- The noun of the event's name.
  kind VARCHAR(24) NOT NULL,
  subject_id BIGINT NOT NULL,
  recorded_at DATETIME(3) NOT NULL,
  KEY audit_entry_recorded (recorded_at, event_id, institution_id),
  KEY audit_entry_institution (institution_id, recorded_at, event_id),
  KEY audit_entry_actor (actor_id, recorded_at, event_id),
  KEY audit_entry_subject (kind, subject_id, recorded_at, event_id),
  KEY audit_entry_kind (kind, recorded_at, event_id, institution_id)
);
INSERT INTO audit_entry (event_id, institution_id, actor_id, kind, subject_id, recorded_at)
SELECT id, COALESCE(JSON_VALUE(payload, '$.institutionId'), 0), actor_id, SUBSTRING_INDEX(name, '.', 1), subject_id, recorded_at
FROM domain_event
WHERE name REGEXP '^(messageLimits|priorities|guardPolicy|deviceData|announcement|queue|template|productTerms|indicator|user|softphone|schedule|seatPlan)[.]';
-- What a person did, the newest first.
ALTER TABLE domain_event ADD KEY domain_event_actor (actor_id, recorded_at, id);
