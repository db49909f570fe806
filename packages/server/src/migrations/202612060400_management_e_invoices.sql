-- Who wrote an invoice and to whom, as both were then; null: it was made before the operator had said who writes it.
alter table invoices add column seller jsonb, add column buyer jsonb, add check ((seller is null) = (buyer is null));
