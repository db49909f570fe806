import { applicationApi, childRequestApi } from '@kreide/core/features/registration';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/reading.ts';

const isOpen = ({ state }: { state: string }) => state === 'open';

/** How many parents wait for a code, at most a page of them: those that wait come first. */
export const useWaitingRequests = (): number | undefined =>
  useQuery(queryOf(childRequestApi.listChildRequests, { query: {} })).data?.filter(isOpen).length;

/** How many applications wait for an answer, at most a page of them. */
export const useWaitingApplications = (): number | undefined =>
  useQuery(queryOf(applicationApi.listApplications, { query: {} })).data?.filter(isOpen).length;
