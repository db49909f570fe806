-- The colour that people gave a course; without one it has that of its import, and else that of its subject (T-3.04).
alter table courses add column user_color text;
