-- What a violation was seen in, and whom it concerns.
CREATE TABLE violation_source (
  announcement_id BIGINT NOT NULL PRIMARY KEY,
  source VARCHAR(12) NOT NULL,
  source_id BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  KEY violation_source_of (source, source_id),
  KEY violation_source_user (user_id)
);
