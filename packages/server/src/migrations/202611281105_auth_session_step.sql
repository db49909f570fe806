-- How a second step was taken was written for each session and read by nothing; the audit log says it of each sign-in.
alter table sessions drop column second_step;
