-- A team's board reads what is not added up yet by its own collectors alone.
ALTER TABLE collector_day_product_change ADD KEY collector_day_product_change_day (collector_id, day);
