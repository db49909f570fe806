import {
  DELIVERY_ORDERS,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryOrder,
} from '@kreide/core/features/notifications';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';

/** What stands in the address, and what a view keeps. */
export const DELIVERY_FILTERS = ['search', 'state', 'way', 'user_id', 'device_uuid', 'order'] as const;

/** Which deliveries are wanted, as the query of the call. */
export interface DeliveryWish {
  search?: string;
  state?: Delivery['state'];
  way?: Delivery['way'];
  user_id?: string;
  device_uuid?: string;
  /** The newest first, unless this says otherwise. */
  order?: DeliveryOrder;
}

/** The filters of an address; what is none of them counts as not said. */
function toWish(search: URLSearchParams): DeliveryWish {
  const read = (name: (typeof DELIVERY_FILTERS)[number]) => search.get(name) ?? '';
  const state = DELIVERY_STATES.find((one) => one === read('state'));
  const way = (['push', 'mail'] as const).find((one) => one === read('way'));
  const order = DELIVERY_ORDERS.find((one) => one === read('order'));
  return {
    ...(read('search') && { search: read('search').slice(0, 100) }),
    ...(state && { state }),
    ...(way && { way }),
    ...(/^\d{1,15}$/.test(read('user_id')) && { user_id: read('user_id') }),
    ...(/^[0-9a-f-]{36}$/.test(read('device_uuid')) && { device_uuid: read('device_uuid') }),
    ...(order && order !== '-at' && { order }),
  };
}

/** Reads the filters from the address, and changes them there. */
export function useDeliveryWish() {
  const { search, change, reset } = useAddressFilters(DELIVERY_FILTERS);
  return { wish: toWish(search), change, reset };
}
