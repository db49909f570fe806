-- Voice messages: how long the recording is by the clock of the device that made it, and the wave form that is drawn for it. The recording
-- itself is the file of the message.
alter table messages
  add column voice_seconds smallint check (voice_seconds between 1 and 300),
  add column voice_wave bytea check (octet_length(voice_wave) = 64),
  add check ((voice_seconds is null) = (voice_wave is null)),
  add check (voice_seconds is null or type = 'VOICE');
