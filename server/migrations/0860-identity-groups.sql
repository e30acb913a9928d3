-- Groups of the lender's identity provider that stand for work here: the claim that holds them, and one line for each.
ALTER TABLE connection
  ADD COLUMN groups_claim VARCHAR(40) NULL,
  ADD COLUMN places VARCHAR(4000) NULL;
