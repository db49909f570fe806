export { parentsEveningFeature } from './feature.ts';
export type { EveningNews, EveningTeller, ToldMeeting } from './telling.ts';
