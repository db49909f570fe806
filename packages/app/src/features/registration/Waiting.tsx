import { WaitingTag } from '../../kernel/WaitingTag.tsx';
import { useWaitingApplications, useWaitingRequests } from './use-waiting.ts';

export const WaitingRequests = () => <WaitingTag count={useWaitingRequests()} />;
export const WaitingApplications = () => <WaitingTag count={useWaitingApplications()} />;
