import { late } from '../../kernel/late.ts';

const shown = () => import('./shown.ts');

// Few pages show a survey, and fewer people make one: both are fetched when they are.
export const SurveyCard = late(async () => (await shown()).SurveyCard);
export const SurveyOutline = late(async () => (await shown()).SurveyOutline);
export const SurveyVoters = late(async () => (await shown()).SurveyVoters);
export const SurveyDialog = late(async () => (await import('./SurveyDialog.tsx')).SurveyDialog);
