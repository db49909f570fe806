-- What a whole school may do, alike for everybody in it (P-6.08); what a person may do is in role_permissions and user_permissions.
alter table schools add column permissions text[] not null default '{}' check (permissions <@ array['totp-2fa']);
