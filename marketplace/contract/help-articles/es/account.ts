import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

/** Signing in, the profile, and how to reach people. */
export const ACCOUNT: HelpWords['articles'] = {
  'cannot-sign-in': {
    question: 'No puedo iniciar sesión',
    alsoAsked:
      'entrar acceder contraseña olvidada olvidé perdida restablecer recuperar código pin cuenta bloqueada acceso',
    answer: [
      'Elige «¿La olvidaste?» en la página de inicio de sesión. Si la dirección tiene una cuenta, un enlace para una contraseña nueva va de camino; mira también en el correo no deseado. Damos la misma respuesta haya cuenta o no, para que nadie pueda averiguar quién está aquí.',
    ],
  },
  'create-account': {
    question: '¿Cómo me registro?',
    alsoAsked:
      'crear cuenta registro registrarse darse de alta unirse nuevo usuario hacerse miembro gratis empresa abrir',
    answer: [
      'Con tu nombre, un correo y una contraseña; se tarda más o menos un minuto. Para mirar no hace falta cuenta, y puedes rellenar un anuncio entero antes de hacerte una.',
      'Hay un solo tipo de cuenta, es gratis, y con ella puedes comprar y vender.',
    ],
  },
  'sign-up-trouble': {
    question: 'Hay un problema con mi registro',
    alsoAsked: 'registrarme error falla no funciona formulario correo de confirmación enlace no llega alta',
    answer: ['La página dice junto a cada campo qué falta. Estos son los motivos habituales.'],
    points: [
      'No ha llegado el correo con el enlace: mira en el correo no deseado y pide que se envíe otra vez pasado un minuto. El enlace sirve una vez.',
      'La contraseña es demasiado fácil, o se conoce por una filtración en otro sitio. Unas cuantas palabras seguidas van bien.',
      'La dirección ya tiene una cuenta. Entonces pide una contraseña nueva para ella.',
      'Nada de esto: escríbenos por «Contacto» qué hiciste y qué viste.',
    ],
  },
  'change-password': {
    question: 'Poner otra contraseña',
    alsoAsked: 'cambiar actualizar elegir nueva contraseña clave más fuerte seguridad',
    answer: [
      'En «Seguridad», en tu panel, pones una nueva. Si has olvidado la anterior, elige «¿La olvidaste?» en la página de inicio de sesión y sigue el enlace del correo. Mejor larga que rara: tres o cuatro palabras que solo tú juntarías.',
    ],
  },
  'second-factor': {
    question: 'Llaves de acceso e inicio de sesión en dos pasos',
    alsoAsked:
      'passkey aplicación de autenticación segundo factor 2fa mfa huella cara códigos de recuperación teléfono perdido',
    answer: [
      'En «Seguridad», en tu panel, añades una llave de acceso, que entra con el bloqueo de tu dispositivo, o una aplicación de autenticación, cuyas seis cifras se piden después de la contraseña.',
      'Con la aplicación recibes códigos de recuperación. Cada uno abre la cuenta una vez cuando ya no tienes el teléfono; guárdalos en papel.',
    ],
  },
  'access-tokens': {
    question: 'Dejar entrar a un programa mío',
    alsoAsked: 'api token de acceso clave desarrollador script integración automatizar conectar programa',
    answer: [
      'En «Seguridad», en tu panel, creas un token de acceso: con un nombre, con lo que dura y con lo que el programa puede hacer, solo leer o también escribir. El token se muestra una vez; guárdalo como una contraseña.',
      'Un token nunca cambia tu contraseña ni tu inicio de sesión y nunca borra tu cuenta. Bórralo en «Seguridad» cuando el programa ya no se use; una contraseña nueva acaba con todos.',
    ],
  },
  'change-email-or-phone': {
    question: 'Cambiar mi cuenta: nombre, teléfono, correo',
    alsoAsked:
      'gestionar editar actualizar corregir perfil información personal datos número dirección de correo ajustes cuenta',
    answer: [
      'Tus nombres, teléfono, foto, zona y lo que cuentas de ti están en tu panel, en «Perfil».',
      'El correo está en «Seguridad». Va un enlace a la dirección antigua y a la nueva, y la nueva vale cuando las dos han aceptado.',
    ],
  },
  'profile-picture': {
    question: 'Mi foto y lo que cuento de mí',
    alsoAsked: 'cambiar añadir avatar foto de perfil biografía retrato sobre mí puesto subir',
    answer: [
      `En «Perfil» puedes subir una foto y escribir hasta ${LIMITS.profile.bio} caracteres sobre ti. Las dos cosas están en tu puesto, la página que ven los demás al tocar tu nombre.`,
    ],
  },
  'who-sees-what': {
    question: 'Qué ven los demás de mí',
    alsoAsked: 'quién puede ver privacidad número de teléfono visible público perfil personal ocultar',
    answer: [
      'Tu nombre visible, tu foto, tu ciudad o zona, desde cuándo estás aquí, tus anuncios y lo que los compradores han escrito de ti. No tu correo, ni tu teléfono, ni tu nombre completo.',
    ],
  },
  'another-account': {
    question: 'Cambiar a otra cuenta',
    alsoAsked: 'cambiar de usuario usar otra cuenta distinta perfil dos segunda varias múltiples cuentas',
    answer: [
      'Cierra la sesión y entra con la otra dirección. En un dispositivo estás en una cuenta cada vez, y las cuentas no se pueden juntar.',
    ],
  },
  'signed-in-elsewhere': {
    question: 'Sigo con la sesión abierta en otro dispositivo',
    alsoAsked: 'cerrar sesión salir desconectar dispositivos sesiones hackeado ordenador móvil perdido',
    answer: [
      'Cerrar la sesión la termina en todos los dispositivos, no solo en el que tienes en la mano. Iniciarla también: cuenta el inicio de sesión más reciente.',
    ],
  },
  'new-account-limits': {
    question: '¿Por qué no puedo publicar ni escribir más hoy?',
    alsoAsked: 'límite diario demasiados cuenta nueva permitido por día restricción esperar',
    answer: [
      `Una cuenta nueva puede publicar ${LIMITS.newAccount.adsPerDay} anuncios y empezar ${LIMITS.newAccount.conversationsPerDay} conversaciones al día; así se mantiene fuera el spam. Contestar nunca está limitado por esto.`,
      'Los límites terminan cuando llevas una semana aquí y has vendido algo o te han contestado en cinco conversaciones.',
    ],
  },
  mails: {
    question: '¿Qué correos recibo? ¿Hay un boletín?',
    alsoAsked:
      'boletín newsletter suscripción suscribirse darse de baja recibir notificaciones publicidad novedades parar correos',
    answer: [
      'No hay boletín ni publicidad. Escribimos cuando confirmas tu dirección o quieres una contraseña nueva, cuando cambia algo de la seguridad de tu cuenta, cuando contestamos a una carta tuya, y sobre lo que has elegido: mensajes que no has leído tras diez minutos, ofertas y tratos, búsquedas y anuncios guardados, y tus propios anuncios cuando están a punto de terminar.',
      'En «Notificaciones», en el panel, eliges qué llega por correo o como aviso push, pones horas de silencio, o recibes un correo al día. El enlace al final de cada correo para los de ese tipo, sin iniciar sesión.',
    ],
  },
  colours: {
    question: 'Claro u oscuro',
    alsoAsked: 'modo oscuro tema noche colores apariencia brillante',
    answer: ['En «Ajustes» eliges claro, oscuro, o como lo tenga tu sistema. La elección se queda en este navegador.'],
  },
  languages: {
    question: '¿Qué idiomas hay?',
    alsoAsked: 'idioma cambiar español inglés portugués alemán francés traducción moneda euro dólar',
    answer: [
      'Las páginas, esta ayuda y nuestros correos hablan los idiomas que encuentras al pie de cada página: elige el tuyo allí o en «Ajustes». Lo que la gente escribe en sus anuncios y mensajes queda como lo escribió.',
    ],
  },
  voice: {
    question: '¿Cómo uso la voz?',
    alsoAsked: 'micrófono dictar dictado hablar leer en voz alta escuchar',
    answer: [
      'Hay un micrófono en la búsqueda y donde publicas un anuncio: di qué buscas, o describe qué vendes, y el formulario rellena lo que ha entendido para que lo compruebes.',
      'El asistente («¿Necesitas ayuda?») puede escuchar y hablar donde tu navegador pueda: el micrófono junto a su campo anota lo que dices, y el altavoz bajo una respuesta la lee en voz alta. En los demás sitios sirve el dictado de tu teclado.',
    ],
  },
  'contact-us': {
    question: 'Contactar con nosotros, o hablar con una persona',
    alsoAsked:
      'contacto atención al cliente soporte humano agente operador llamar número de teléfono dirección horario qué hora chat en directo',
    answer: [
      'Escríbenos por «Contacto», con o sin cuenta, con hasta tres imágenes. Recibes un número, una copia por correo y la respuesta por correo; con cuenta, todo está también en «Contacto», donde puedes escribir más.',
      'El asistente puede pasar vuestra conversación a una persona, si se lo dices. No hay teléfono ni horario fijo.',
    ],
  },
  complain: {
    question: 'Presentar una queja',
    alsoAsked:
      'quejarse reclamación reclamar presentar contra empresa organización consumidor descontento insatisfecho',
    answer: [
      'Escríbenos por «Contacto»: qué pasó, cuándo, y qué te gustaría en su lugar. Si decidimos algo sobre un anuncio, un mensaje o una cuenta tuya y crees que estaba mal, recúrrelo en «Denuncias», en tu panel: lo mira otra vez alguien que no lo decidió.',
    ],
  },
  reviews: {
    question: 'Dejar una valoración o un comentario',
    alsoAsked: 'valorar puntuar puntuación estrellas opinión comentar escribir experiencia sugerencia',
    answer: [
      'Después de un trato puedes valorar a la otra persona durante 14 días: en «Valoraciones», en tu panel, o en la conversación. Nadie lo lee antes de que hayáis escrito los dos o hayan pasado los 14 días, y la persona valorada puede responder una vez.',
      'Lo que opinas de {brand}, bueno o malo, nos llega por «Contacto».',
      'Donde un puesto muestra estrellas, son la media de al menos cinco valoraciones.',
    ],
  },
  'what-is-stored': {
    question: '¿Qué se guarda de mí, y puedo tener una copia?',
    alsoAsked: 'rgpd datos exportar descargar privacidad cookies personal rastreo analítica acceso',
    answer: [
      'El aviso de privacidad lo nombra todo, y por qué. No hay publicidad, y nada cuenta tus visitas si no lo aceptas. Para una copia elige «Descargar mis datos» en «Ajustes», en tu panel: un archivo ZIP con tu perfil, anuncios, mensajes, ofertas, tratos, valoraciones, lo guardado y las fotos, como mucho tres veces al día.',
    ],
  },
  'delete-account': {
    question: 'Borrar mi cuenta y mis datos',
    alsoAsked: 'cerrar eliminar cancelar dar de baja supresión cierre usuario perfil rgpd desactivar irme',
    answer: [
      'Elige «Borrar mi cuenta» en «Ajustes», en tu panel. Muestras una vez más que eres tú, y desde entonces nadie ve tu perfil ni tus anuncios, las ofertas y los tratos abiertos terminan, y se cierra tu sesión en todas partes.',
      'Durante 30 días puedes echarte atrás iniciando sesión. Después se borra todo lo tuyo. Lo que escribiste a otros se queda con ellos, a nombre de «Cuenta borrada».',
    ],
  },
}
