-- What was told of a change of the plan goes with that change, as with everything else that people are told of.
update messages set told_of = 'lesson:' || target_id
  where type = 'NC_EVENT' and target_type = 'lesson' and target_id is not null and told_of is null;
