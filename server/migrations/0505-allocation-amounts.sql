-- Centavos of the day's cases before the plan, which decide between equally loaded collectors. NULL in older plans.
ALTER TABLE allocation_seat ADD COLUMN before_amount BIGINT NULL AFTER before_count;
