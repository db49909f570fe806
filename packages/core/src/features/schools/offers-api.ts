import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { listedOffer, partnerOffer } from '../../kernel/offers.ts';
import { PRODUCT } from '../../kernel/product.ts';

export const listOffers = endpoint({
  method: 'GET',
  path: `/${PRODUCT}-plus`,
  auth: 'user',
  needs: 'member',
  answer: f.answerOf(z.array(listedOffer)),
  summary: 'The offers of partners for the caller, in the order of the operator; none for pupils.',
});

export const getOffer = endpoint({
  method: 'GET',
  path: `/${PRODUCT}-plus/{offer}`,
  auth: 'user',
  needs: 'member',
  /** Of no school: the uuid that the operator has given it. */
  params: z.object({ offer: f.uuid }),
  answer: f.answerOf(partnerOffer),
  errors: ['not_found'],
  summary: 'One offer of a partner, where the caller is among those it is for.',
});
