-- What the product costs a school for a year: asked, accepted, and written as an invoice. Money is whole cents.
create table quotations (
  school_id bigint not null references schools (id),
  uuid uuid not null default gen_random_uuid(),
  pupils integer not null check (pupils > 0),
  base_cents integer not null,
  pupil_cents integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  net_cents bigint not null,
  tax_basis_points integer not null,
  tax_cents bigint not null,
  gross_cents bigint not null check (gross_cents = net_cents + tax_cents),
  recipient text[] not null,
  created_at timestamptz not null,
  valid_until date not null,
  primary key (school_id, uuid)
);
create index quotations_by_time on quotations (school_id, created_at, uuid);

create table contracts (
  school_id bigint not null references schools (id),
  uuid uuid not null default gen_random_uuid(),
  quotation_uuid uuid not null,
  begins_at date not null,
  ends_at date not null check (ends_at > begins_at),
  created_at timestamptz not null,
  primary key (school_id, uuid),
  -- A quotation is accepted once.
  unique (school_id, quotation_uuid),
  foreign key (school_id, quotation_uuid) references quotations (school_id, uuid)
);
create index contracts_by_time on contracts (school_id, begins_at, uuid);

-- The last number of a year, of all schools: it is taken in the transaction of its invoice, and given back with it.
create table invoice_numbers (
  year integer primary key,
  last integer not null
);

create table invoices (
  school_id bigint not null references schools (id),
  year integer not null,
  serial integer not null,
  contract_uuid uuid not null,
  issued_on date not null,
  due_on date not null,
  recipient text[] not null,
  primary key (school_id, year, serial),
  unique (year, serial),
  -- A contract has one invoice.
  unique (school_id, contract_uuid),
  foreign key (school_id, contract_uuid) references contracts (school_id, uuid)
);
