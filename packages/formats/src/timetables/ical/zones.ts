import { offsetOf } from '@kreide/core/kernel';
import { remember } from '../remember.ts';

/** The zones of Windows, as Exchange and Outlook write them. */
const WINDOWS: ReadonlyMap<string, string> = new Map(
  `GMT Standard Time=Europe/London;Greenwich Standard Time=Atlantic/Reykjavik;W. Europe Standard Time=Europe/Berlin
Central Europe Standard Time=Europe/Budapest;Central European Standard Time=Europe/Warsaw;Romance Standard Time=Europe/Paris
E. Europe Standard Time=Europe/Chisinau;GTB Standard Time=Europe/Bucharest;FLE Standard Time=Europe/Kiev
Turkey Standard Time=Europe/Istanbul;Russian Standard Time=Europe/Moscow;Belarus Standard Time=Europe/Minsk
Kaliningrad Standard Time=Europe/Kaliningrad;Morocco Standard Time=Africa/Casablanca;Egypt Standard Time=Africa/Cairo
South Africa Standard Time=Africa/Johannesburg;W. Central Africa Standard Time=Africa/Lagos;E. Africa Standard Time=Africa/Nairobi
Israel Standard Time=Asia/Jerusalem;Jordan Standard Time=Asia/Amman;Middle East Standard Time=Asia/Beirut
Syria Standard Time=Asia/Damascus;Arab Standard Time=Asia/Riyadh;Arabic Standard Time=Asia/Baghdad;Arabian Standard Time=Asia/Dubai
Iran Standard Time=Asia/Tehran;India Standard Time=Asia/Kolkata;SE Asia Standard Time=Asia/Bangkok;China Standard Time=Asia/Shanghai
Singapore Standard Time=Asia/Singapore;Tokyo Standard Time=Asia/Tokyo;Korea Standard Time=Asia/Seoul
AUS Eastern Standard Time=Australia/Sydney;New Zealand Standard Time=Pacific/Auckland;Azores Standard Time=Atlantic/Azores
Argentina Standard Time=America/Buenos_Aires;E. South America Standard Time=America/Sao_Paulo;Atlantic Standard Time=America/Halifax
Eastern Standard Time=America/New_York;Central Standard Time=America/Chicago;Mountain Standard Time=America/Denver
Pacific Standard Time=America/Los_Angeles;Alaskan Standard Time=America/Anchorage;Hawaiian Standard Time=Pacific/Honolulu`
    .split(/[;\n]/)
    .map((pair) => pair.split('=') as [string, string]),
);

/** The IANA zone of a TZID, also of a name of Windows; null: it is a calendar's own name. */
export const toZone = remember(
  (tzid): string | null => {
    const name = WINDOWS.get(tzid) ?? tzid;
    try {
      offsetOf(0, name);
      return name;
    } catch {
      return null;
    }
  },
  { longest: 60, most: 1000 },
);
