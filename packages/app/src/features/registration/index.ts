export { useWaitingApplications, useWaitingRequests } from './use-waiting.ts';
