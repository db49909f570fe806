-- Whether a second step that the service has asked for takes the place of ours, and by which of its words it says so. A directory says nothing of it.
alter table auth_drivers
  add column second_step boolean not null default false,
  add column second_step_values text not null default '';
alter table auth_drivers add constraint auth_drivers_second_step check (
  method <> 'LDAP' or (not second_step and second_step_values = '')
);
