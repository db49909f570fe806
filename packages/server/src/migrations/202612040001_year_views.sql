-- How the plans of a school year open is one of the views that the app knows.
update school_years set calendar_view = 'week' where calendar_view not in ('week', 'day');
alter table school_years add constraint school_years_calendar_view_check check (calendar_view in ('week', 'day'));
