-- A school takes part in what the operator offers its teachers beside this app.
alter table schools drop constraint schools_permissions_check;
alter table schools add constraint schools_permissions_check check (permissions <@ array['totp-2fa', 'marketing']);
