import type { explainChange as original } from '../en/explainChange.ts';
import type { Translation } from '../formatter.ts';

export const explainChange: Translation<typeof original> = {
  none: 'Es ist so, wie es eingestellt wurde; ein anderer Sollwert oder eine andere Betriebsart würde es ändern.',
  'switch-on': 'Die Anlage einschalten.',
  'switch-on-itself': 'Das Gerät einschalten.',
  follow: 'Auf Automatik stellen: Die Klappe folgt dann der Temperatur.',
  open: 'Öffnen: Die Klappe öffnet dann bei jeder Temperatur.',
  'open-and-switch-on': 'Luft hereinlassen, mit Automatik oder offen, und die Anlage einschalten.',
  close: 'Schließen: Die Klappe lässt dann keine Luft herein.',
  'raise-limit': 'Die Klappe bis {limit} öffnen lassen: Mehr Luft kommt herein.',
  'lower-limit': 'Die Klappe bis {limit} schließen lassen: Weniger Luft kommt herein.',
  cool: 'Die Anlage auf Kühlen stellen.',
  heat: 'Die Anlage auf Heizen stellen.',
  'cool-and-lower':
    'Die Anlage auf Kühlen stellen und den Sollwert von {leader} auf {setpoint} senken, damit sie läuft.',
  'heat-and-raise':
    'Die Anlage auf Heizen stellen und den Sollwert von {leader} auf {setpoint} erhöhen, damit sie läuft.',
  'lower-leader': 'Den Sollwert von {leader} auf {setpoint} senken: Das Gerät kühlt dann.',
  'raise-leader': 'Den Sollwert von {leader} auf {setpoint} erhöhen: Das Gerät heizt dann.',
  'cool-itself': 'Das Gerät auf Kühlen stellen.',
  'heat-itself': 'Das Gerät auf Heizen stellen.',
  'cool-all': 'Erst {leader} und dann dieses Gerät auf Kühlen stellen: Ein Außengerät versorgt beide.',
  'heat-all': 'Erst {leader} und dann dieses Gerät auf Heizen stellen: Ein Außengerät versorgt beide.',
  lower: 'Den Sollwert auf {setpoint} senken: Dann wird Kühlung gebraucht.',
  raise: 'Den Sollwert auf {setpoint} erhöhen: Dann wird Heizung gebraucht.',
  'open-others': 'Andere Räume öffnen ({others}): Dann ist auch ohne diesen genug für den Lüfter offen.',
  wait: 'Warten: Das Gerät startet nach seiner Pause von selbst.',
  'wait-target': 'Warten: Am Sollwert endet es von selbst.',
  'call-service':
    'Das Gerät einige Minuten am Hauptschalter ausschalten; kommt Störung {fault} wieder, den Service rufen.',
  'check-power': 'Prüfen, ob das Gerät und sein Modul Strom haben.',
  'mend-sensor':
    'Den Fühler prüfen: seine Batterien oder sein Kabel. Bis dahin von Hand öffnen oder schließen.',
  'mend-damper': 'Motor und Kabel der Klappe prüfen lassen.',
  'own-controls': 'Die eigene Bedienung des Geräts benutzen: Diese Anlage darf das nicht ändern.',
  'lower-unit': 'Den Sollwert des Geräts auf {setpoint} senken: Es kühlt dann.',
  'raise-unit': 'Den Sollwert des Geräts auf {setpoint} erhöhen: Es heizt dann.',
  'cool-and-lower-unit':
    'Die Anlage auf Kühlen stellen und den Sollwert des Geräts auf {setpoint} senken, damit sie läuft.',
  'heat-and-raise-unit':
    'Die Anlage auf Heizen stellen und den Sollwert des Geräts auf {setpoint} erhöhen, damit sie läuft.',
};
