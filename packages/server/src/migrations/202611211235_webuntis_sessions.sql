-- What a session was opened for: tokens of the app are no sessions of the WebUntis endpoint, nor the other way round (D-6.11).
alter table sessions add column kind text not null default 'app' check (kind in ('app', 'webuntis'));
