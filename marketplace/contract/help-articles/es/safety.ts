import type { HelpWords } from '../article.ts'

/** Meeting, paying, and what can go wrong. */
export const SAFETY: HelpWords['articles'] = {
  'where-to-meet': {
    question: 'Elegir un lugar para quedar',
    alsoAsked: 'lugar quedada recoger recogida entrega seguro público quedar vendedor comprador en persona dónde',
    answer: [
      'Queda donde haya más gente, de día: una cafetería, el vestíbulo de una estación, la entrada de una biblioteca. Si es algo grande que hay que ver en casa, que te acompañe alguien.',
    ],
    points: [
      'Mira la cosa y pruébala antes de que cambie de manos el dinero.',
      'Dile a alguien adónde vas.',
      'Da tu dirección solo cuando lo hayas decidido.',
    ],
  },
  'five-scams': {
    question: 'Cinco estafas y cómo empiezan',
    alsoAsked: 'estafa fraude timo falso phishing sospechoso whatsapp telegram mensajero verificación engaño truco',
    answer: [
      'Parecen distintas y tienen algo en común: alguien quiere que dejes el chat, que te des prisa o que pagues antes de haber visto nada.',
    ],
    points: [
      'La página del mensajero. «Ya he pagado, escribe tu tarjeta para recibir el dinero.» Para cobrar nunca se escribe una tarjeta.',
      'La otra aplicación. Las ganas de seguir ya en el primer minuto por WhatsApp, Telegram o correo, donde nadie ve lo que viene después.',
      'El pago de más. Un pago por encima del precio, y la petición de devolver la diferencia. Después el primer pago desaparece.',
      'El código. Alguien te pide un código de seis cifras de tu teléfono «para comprobar que eres real». Ese código abre tu cuenta.',
      'La señal. La cosa no se puede ver, hay otros esperando, una pequeña transferencia la reservaría. La cosa no existe.',
    ],
  },
  report: {
    question: 'Denunciar a una persona o un anuncio',
    alsoAsked: 'denunciar abuso sospechoso usuario avisar anuncio falso ilegal robado falsificado',
    answer: [
      'Elige «Denunciar» en el anuncio, en el puesto de la persona, junto a una valoración, o en el menú de una conversación o de un mensaje. Di qué está mal; una persona lo mira y te cuenta qué ha pasado en «Denuncias», en tu panel.',
      'Sin cuenta, o para avisar formalmente de contenido ilegal, escríbenos por «Contacto». Si hay peligro ahora, llama primero a la policía.',
    ],
  },
  'when-to-pay': {
    question: '¿Cuándo debo pagar?',
    alsoAsked:
      'es segura mi transacción seguridad protección comprador confianza pagar por adelantado señal transferencia antes de ver',
    answer: [
      'Cuando tengas la cosa en las manos y la hayas comprobado. {brand} no cobra pagos y nunca te pide pagar por enlace, vale o código bancario. Quien lo haga en nuestro nombre no somos nosotros.',
    ],
  },
  'payment-problem': {
    question: 'Hay un problema con un pago',
    alsoAsked: 'pago error fallido rechazado cobrado dos veces avisar transacción no ha llegado no recibido dinero',
    answer: [
      '{brand} no cobra pagos, así que aquí no hay ninguno que pueda fallar o cobrarse dos veces. Quien recibió el dinero, y el banco o servicio que lo movió, pueden ver qué ha pasado.',
    ],
    points: [
      'Pregunta a la otra persona en el chat si ha llegado el dinero.',
      'Pregunta a tu banco o servicio de pago, con la fecha y el importe.',
      'Si una página que parecía {brand} te pidió la tarjeta, trátalo como una estafa: llama a tu banco y luego escríbenos.',
    ],
  },
  refunds: {
    question: '¿Pueden devolverme el dinero?',
    alsoAsked:
      'reembolso devolución dinero de vuelta compensación indemnización cuánto tarda estado de mi reembolso devolver artículo',
    answer: [
      'No {brand}: no cobramos pagos, así que no tenemos dinero que pueda volver, y no hay ningún reembolso que seguir. Si quien vende acepta la cosa de vuelta es algo entre los dos. Pregúntalo en el chat.',
      'Donde la ley te da derechos, por ejemplo frente a una tienda o cuando un anuncio no era cierto, siguen como están. Si te han engañado, pide a tu banco que recupere el pago.',
    ],
  },
  'check-a-person': {
    question: '¿Cómo sé con quién trato?',
    alsoAsked: 'confianza vendedor comprador verificado auténtico real valoración puesto reputación fiable comprobar',
    answer: ['Toca el nombre en un anuncio para ver el puesto de la persona.'],
    points: [
      'Desde cuándo está aquí, qué ha vendido y qué ofrece ahora.',
      'Qué se ha confirmado, como el correo o el teléfono.',
      'Con qué rapidez contesta, y a cuántos de los primeros mensajes responde en 24 horas. Solo cuentan los primeros mensajes, los de los últimos 30 días o, si son menos de diez, los diez últimos en 90 días. Con menos de cinco no se muestra nada.',
      'Cuántos tratos ha hecho aquí, y a cuántos de ellos no se presentó.',
    ],
  },
  'mail-in-our-name': {
    question: '¿Es de verdad de {brand} este mensaje?',
    alsoAsked: 'phishing correo falso sms enlace mensajero pide contraseña tarjeta pin verificar correo sospechoso',
    answer: [
      'Nunca pedimos una contraseña, un número de tarjeta ni un código, ni por correo, ni por teléfono, ni en el chat. En nuestros correos ningún enlace lo pide. Qué correos hay está en «Notificaciones», en tu panel.',
      'Si dudas, no abras ningún enlace. Pégalo en el comprobador de esta página, que no abre nada, o pregúntanos por «Contacto».',
    ],
  },
  'unwanted-messages': {
    question: 'Alguien me escribe y no quiero',
    alsoAsked: 'bloquear silenciar ignorar spam acoso insulto amenaza grosero parar molestar',
    answer: [
      'No tienes que contestar. Bloquea a la persona en el menú de la conversación: ninguno de los dos puede escribir ya al otro. A quién has bloqueado está en «Ajustes», en tu panel, y allí puedes deshacerlo.',
      'En el mismo menú puedes denunciar lo que se dijo, y una persona lo mira. Con amenazas, acude también a la policía.',
    ],
  },
  'message-held': {
    question: '¿Por qué se ocultó o no se entregó mi mensaje?',
    alsoAsked:
      'mensaje bloqueado retenido tapado censurado puntos no enviado rechazado aviso recurso enlace teléfono en el chat',
    answer: [
      'Antes de llegar, cada mensaje lo leen reglas, no personas. Buscan lo que hacen los estafadores: enlaces que nadie conoce, teléfonos y direcciones antes de conoceros, dinero por adelantado, códigos. Son las mismas reglas del comprobador de esta página.',
    ],
    points: [
      'Tapado con puntos: datos de contacto. Los veis los dos cuando cada uno ha escrito dos veces.',
      'Con un aviso: se entregó, y a la otra persona se le dice en qué fijarse.',
      'No entregado: ves el motivo bajo tu mensaje, y puedes pedir que lo mire una persona.',
    ],
  },
  'who-reads-messages': {
    question: '¿Quién puede leer mis mensajes?',
    alsoAsked: 'chat privado cifrado privacidad conversación secreto confirmación de lectura',
    answer: [
      'Tú y la persona con la que escribes. No están cifrados de extremo a extremo: quien gestiona el servidor podría leerlos, y solo lo hace cuando alguien avisa de un problema o la ley lo exige.',
      'Bajo tu último mensaje ves si ha llegado y si se ha leído. La otra parte también lo ve.',
    ],
  },
  'my-location': {
    question: '¿Muestra un anuncio dónde vivo?',
    alsoAsked: 'ubicación mapa casa calle gps posición dirección zona oculto',
    answer: [
      'No. Un anuncio muestra una zona, nunca una dirección, y su punto en el mapa se redondea a unos 300 metros antes de guardarse. También se quita el lugar que una cámara esconde en una foto.',
    ],
  },
  'not-allowed': {
    question: '¿Qué no está permitido aquí?',
    alsoAsked:
      'prohibido prohibidas reglas puedo ofrecer vender ilegal armas drogas medicamentos animales alcohol tabaco',
    answer: [
      'Todo lo que sea ilegal vender donde estás, cosas robadas o falsificadas, armas, drogas, medicamentos, animales vivos sin los papeles que necesitan, datos personales, y anuncios que solo hacen publicidad de otra cosa. La lista completa, con sus motivos, está al final de la página sobre publicar.',
    ],
  },
  'after-a-scam': {
    question: 'Qué hacer después de una estafa',
    alsoAsked: 'me han estafado engañado robado perdido dinero policía banco denuncia devolución',
    answer: ['Actuar rápido puede salvar el dinero.'],
    points: [
      'Llama a tu banco y pide que pare o recupere el pago, y que bloquee la tarjeta si escribiste su número en algún sitio.',
      'Cambia tu contraseña aquí y donde uses la misma.',
      'Guárdalo todo: el chat, el anuncio, la cuenta a la que se pagó. Denúncialo a la policía.',
      'Cuéntanoslo, para que otros se libren.',
    ],
  },
}
