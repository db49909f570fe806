import { type ApplicationPath, applicationApi, REGISTRATION_PAGE } from '@kreide/core/features/registration';
import { infiniteQueryOf, queryOf } from '../../kernel/data.ts';

export const applyingSchoolQuery = (uuid: string) =>
  queryOf(applicationApi.getApplyingSchool, { params: { uuid } }, { retry: false });

/** The page of a school for a type; its ticket says when the form was opened, so it is asked anew each time. */
export const informationQuery = (uuid: string, type: ApplicationPath) =>
  queryOf(
    applicationApi.getApplicationInformation,
    { params: { uuid, type } },
    { retry: false, gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  );

export const applicationsQuery = () =>
  infiniteQueryOf(applicationApi.listApplications, { query: {} }, REGISTRATION_PAGE);
