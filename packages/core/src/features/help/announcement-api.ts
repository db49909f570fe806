import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { announcement, announcementsQuery } from './announcements.ts';

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/announcements',
  auth: 'public',
  needs: 'nothing',
  query: announcementsQuery,
  answer: f.answerOf(z.array(announcement)),
  summary: 'What those who run the product tell everybody now, the newest first, at most three.',
});

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/announcements/{announcement}',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ announcement: f.idText }),
  answer: f.answerOf(announcement),
  errors: ['not_found'],
  summary: 'One of them; 404 once it is over.',
});
