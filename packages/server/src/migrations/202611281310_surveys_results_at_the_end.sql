-- Results of an anonymous survey are shown once, when it is over: nothing is kept of what was shown before.
drop table survey_results;
