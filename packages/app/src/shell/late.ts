import { late } from '../kernel/late.ts';

export const loadFrameParts = () => import('./frame-parts.ts');

export const AccountPanel = late(async () => (await loadFrameParts()).AccountPanel);
export const AppSwitcher = late(async () => (await loadFrameParts()).AppSwitcher);
export const CreateSheet = late(async () => (await loadFrameParts()).CreateSheet);
export const HintDialog = late(async () => (await loadFrameParts()).HintDialog);
export const MutedBanner = late(async () => (await loadFrameParts()).MutedBanner);
export const SecondStepDue = late(async () => (await import('../features/auth/account-screens.ts')).SecondStepDue);
export const PolicyDue = late(async () => (await import('../features/management/PolicyDue.tsx')).PolicyDue);
export const PreferencesDialog = late(async () => (await loadFrameParts()).PreferencesDialog);
export const UnsentList = late(async () => (await loadFrameParts()).UnsentList);
export const loadPlanExams = async () => (await import('../features/exams/PlanExams.tsx')).PlanExams;
