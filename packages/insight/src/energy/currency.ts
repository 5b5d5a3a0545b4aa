/** The currencies (ISO 4217) of the time zones in which only one is usual, by the names of the zones. */
const zonesOf: Readonly<Record<string, string>> = {
  AED: 'Asia/Dubai',
  ARS: 'America/Argentina/* America/Buenos_Aires',
  AUD: 'Australia/*',
  BRL: 'America/Sao_Paulo America/Bahia America/Fortaleza America/Manaus America/Recife',
  CAD: 'America/Toronto America/Vancouver America/Edmonton America/Winnipeg America/Halifax America/Regina America/St_Johns America/Moncton',
  CHF: 'Europe/Zurich Europe/Vaduz',
  CLP: 'America/Santiago',
  CNY: 'Asia/Shanghai Asia/Urumqi',
  COP: 'America/Bogota',
  CZK: 'Europe/Prague',
  DKK: 'Europe/Copenhagen Atlantic/Faroe',
  EUR: 'Europe/Amsterdam Europe/Athens Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Busingen Europe/Dublin Europe/Helsinki Europe/Lisbon Europe/Ljubljana Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Monaco Europe/Paris Europe/Podgorica Europe/Riga Europe/Rome Europe/San_Marino Europe/Sofia Europe/Tallinn Europe/Vatican Europe/Vienna Europe/Vilnius Europe/Zagreb Asia/Nicosia Asia/Famagusta Atlantic/Azores Atlantic/Canary Atlantic/Madeira Africa/Ceuta',
  GBP: 'Europe/London Europe/Belfast Europe/Jersey Europe/Guernsey Europe/Isle_of_Man',
  HKD: 'Asia/Hong_Kong',
  HUF: 'Europe/Budapest',
  IDR: 'Asia/Jakarta Asia/Makassar Asia/Jayapura Asia/Pontianak',
  ILS: 'Asia/Jerusalem',
  INR: 'Asia/Kolkata Asia/Calcutta',
  ISK: 'Atlantic/Reykjavik',
  JPY: 'Asia/Tokyo',
  KRW: 'Asia/Seoul',
  MXN: 'America/Mexico_City America/Monterrey America/Merida America/Tijuana America/Cancun',
  MYR: 'Asia/Kuala_Lumpur Asia/Kuching',
  NOK: 'Europe/Oslo',
  NZD: 'Pacific/Auckland Pacific/Chatham',
  PHP: 'Asia/Manila',
  PLN: 'Europe/Warsaw',
  RON: 'Europe/Bucharest',
  SEK: 'Europe/Stockholm',
  SGD: 'Asia/Singapore',
  THB: 'Asia/Bangkok',
  TRY: 'Europe/Istanbul',
  TWD: 'Asia/Taipei',
  USD: 'America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage America/Juneau America/Boise America/Detroit America/Indiana/* America/Indianapolis America/Kentucky/* America/North_Dakota/* America/Puerto_Rico Pacific/Honolulu',
  ZAR: 'Africa/Johannesburg',
};

/** Returns the currency of a time zone (IANA name); undefined if it is not clear. */
export const currencyOfZone = (timeZone: string): string | undefined =>
  Object.entries(zonesOf).find(([, zones]) =>
    zones
      .split(' ')
      .some((zone) => (zone.endsWith('*') ? timeZone.startsWith(zone.slice(0, -1)) : timeZone === zone)),
  )?.[0];
