-- Imports that are being saved are looked for every few minutes, in all schools: one that stands still goes on.
create index user_imports_saving on user_imports (school_id, id) where state = 'SAVING';
