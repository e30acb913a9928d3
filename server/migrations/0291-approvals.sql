-- What one administrator asks for and another one decides. Of one kind an institution has at most one that waits or stands.
CREATE TABLE approval (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  kind VARCHAR(24) NOT NULL,
  status VARCHAR(10) NOT NULL,
  reason VARCHAR(200) NOT NULL,
  requested_by BIGINT NOT NULL,
  requested_at DATETIME(3) NOT NULL,
  decided_by BIGINT NULL,
  decided_at DATETIME(3) NULL,
  answer VARCHAR(200) NULL,
  ended_by BIGINT NULL,
  ended_at DATETIME(3) NULL,
  KEY approval_kind (institution_id, kind, status)
);
INSERT INTO approval (id, institution_id, kind, status, reason, requested_by, requested_at, decided_by, decided_at,
  ended_by, ended_at)
SELECT id, institution_id, CONCAT('DEVICE_', purpose),
  CASE WHEN ended_at IS NOT NULL THEN 'ENDED' WHEN approved_at IS NOT NULL THEN 'APPROVED' ELSE 'WAITING' END,
  '', requested_by, requested_at, approved_by, approved_at, ended_by, ended_at
FROM device_approval;
DROP TABLE device_approval;
