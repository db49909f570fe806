export { giveUsername } from './apply.ts';
export type { AskedImport, BeginCall } from './begin.ts';
export { type UserImportFeature, userImportFeature } from './feature.ts';
export { collectLetters, type LetterParts } from './generate/collect-letters.ts';
export { answerLetters } from './generate/generate-handlers.ts';
export { show } from './open-run.ts';
export { loadSchool } from './planning.ts';
export { countFailedRuns } from './queries/health.ts';
export {
  findByImportKey,
  findIdentified,
  findNamed,
  identitiesPart,
  isImporting,
  listBirthDates,
  SCHOOL_NUMBER,
  setIdentity,
} from './queries/keys.ts';
export { listIdentities, listIdentitiesOf, newestRun } from './queries.ts';
export type { ListDirectory } from './step-handlers.ts';
export { hasOpenRun, type UnattendedFacts } from './unattended.ts';
