import type { explainChange as original } from '../en/explainChange.ts';
import type { Translation } from '../formatter.ts';

export const explainChange: Translation<typeof original> = {
  none: 'Está como se ajustó; otra consigna u otro modo lo cambiarían.',
  'switch-on': 'Encender el sistema.',
  'switch-on-itself': 'Encender la unidad.',
  follow: 'Ponerla en automático: su compuerta sigue entonces la temperatura.',
  open: 'Abrirla: su compuerta se abre entonces a cualquier temperatura.',
  'open-and-switch-on': 'Dejar entrar aire, en automático o abierta, y encender el sistema.',
  close: 'Cerrarla: su compuerta no deja entonces entrar aire.',
  'raise-limit': 'Dejar que su compuerta se abra hasta el {limit}: entra más aire.',
  'lower-limit': 'Dejar que su compuerta se cierre hasta el {limit}: entra menos aire.',
  cool: 'Poner el sistema en frío.',
  heat: 'Poner el sistema en calor.',
  'cool-and-lower':
    'Poner el sistema en frío y bajar la consigna de {leader} a {setpoint}, para que arranque.',
  'heat-and-raise':
    'Poner el sistema en calor y subir la consigna de {leader} a {setpoint}, para que arranque.',
  'lower-leader': 'Bajar la consigna de {leader} a {setpoint}: la unidad enfría entonces.',
  'raise-leader': 'Subir la consigna de {leader} a {setpoint}: la unidad calienta entonces.',
  'cool-itself': 'Poner la unidad en frío.',
  'heat-itself': 'Poner la unidad en calor.',
  'cool-all': 'Poner en frío {leader} y después esta unidad: una unidad exterior sirve a ambas.',
  'heat-all': 'Poner en calor {leader} y después esta unidad: una unidad exterior sirve a ambas.',
  lower: 'Bajar la consigna a {setpoint}: entonces hace falta frío.',
  raise: 'Subir la consigna a {setpoint}: entonces hace falta calor.',
  'open-others':
    'Abrir otras habitaciones ({others}): entonces basta lo abierto para el ventilador sin esta.',
  wait: 'Esperar: la unidad arranca por sí misma cuando acaba su pausa.',
  'wait-target': 'Esperar: se detiene por sí misma en su consigna.',
  'call-service':
    'Apagar la unidad en su interruptor unos minutos; si vuelve la avería {fault}, llamar al servicio técnico.',
  'check-power': 'Comprobar que la unidad y su módulo tienen corriente.',
  'mend-sensor': 'Comprobar su sensor: sus pilas o su cable. Mientras tanto, abrir o cerrar a mano.',
  'mend-damper': 'Hacer revisar el motor y el cable de su compuerta.',
  'own-controls': 'Usar los mandos propios de la unidad: este sistema no puede cambiarlo.',
  'lower-unit': 'Bajar la consigna de la unidad a {setpoint}: entonces enfría.',
  'raise-unit': 'Subir la consigna de la unidad a {setpoint}: entonces calienta.',
  'cool-and-lower-unit':
    'Poner el sistema en frío y bajar la consigna de la unidad a {setpoint}, para que arranque.',
  'heat-and-raise-unit':
    'Poner el sistema en calor y subir la consigna de la unidad a {setpoint}, para que arranque.',
};
