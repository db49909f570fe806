-- While a school is set up it also says who it is and whom invoices go to, or that it will do so later.
alter table onboarding_skips drop constraint onboarding_skips_step_check;
alter table onboarding_skips add constraint onboarding_skips_step_check
  check (step in ('school', 'billing', 'year', 'timetable', 'people', 'letters', 'screens'));
