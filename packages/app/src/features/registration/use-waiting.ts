import { applicationApi, childRequestApi } from '@kreide/core/features/registration';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/reading.ts';

const isOpen = ({ state }: { state: string }) => state === 'open';

/** How many parents wait for a code, at most a page of them: those that wait come first. */
export const useWaitingRequests = (isAsked = true): number | undefined =>
  useQuery({ ...queryOf(childRequestApi.listChildRequests, { query: {} }), enabled: isAsked }).data?.filter(isOpen)
    .length;

/** How many applications wait for an answer, at most a page of them. */
export const useWaitingApplications = (isAsked = true): number | undefined =>
  useQuery({ ...queryOf(applicationApi.listApplications, { query: {} }), enabled: isAsked }).data?.filter(isOpen)
    .length;
