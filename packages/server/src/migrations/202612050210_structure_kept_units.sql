-- Rooms and courses that people made are kept here: an import refers to them and changes nothing of them (T-3.03, T-3.04).
update bookables set is_custom = true where source = 'manual';
update courses set is_custom = true where source = 'manual';
