-- Programs made for WebUntis are let in where the school opened that interface.
alter table schools add column webuntis_open boolean not null default false;
