import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

/** From the search to the thing in one's hands. */
export const BUYING: HelpWords['articles'] = {
  'how-search-works': {
    question: '¿Cómo busco cosas?',
    alsoAsked: 'buscar encontrar explorar artículos búsqueda',
    answer: [
      'Escribe lo que buscas; los pequeños errores al teclear se perdonan. Después acota por categoría, precio, estado, distancia y entrega.',
    ],
  },
  'near-me': {
    question: 'Encontrar cosas cerca de mí',
    alsoAsked: 'cercano distancia radio kilómetros ubicación zona ciudad mapa local ordenar',
    answer: [
      'En la página de inicio o entre los filtros, elige tu zona o el lugar de tu dispositivo, y hasta dónde irías: de 5 a 200 km, o cualquier distancia. «Más cercanos» ordena entonces por distancia. El lugar se queda en este navegador.',
    ],
  },
  'sort-and-filter': {
    question: 'Ordenar y filtrar lo encontrado',
    alsoAsked: 'más barato precio más bajo reciente orden filtros acotar estado categoría demasiados resultados',
    answer: [
      'Por mejor coincidencia, más recientes, precio más bajo o más alto, o cercanía. Los filtros están junto a los resultados, en el móvil tras el botón «Filtros»; cuando no dejan nada, decimos cuál quitar.',
    ],
  },
  'keep-a-search': {
    question: '¿Puedo guardar una búsqueda?',
    alsoAsked: 'búsqueda guardada alerta aviso notificación anuncios nuevos vigilar marcador compartir enlace',
    answer: [
      'Sí: toca «Guardar búsqueda» sobre los resultados. Te avisamos de anuncios nuevos, bajadas de precio y anuncios que vuelven, al momento o una vez por hora, día o semana, y te decimos por qué se encontró cada uno. Las palabras que no quieras se pueden excluir.',
      'Tus búsquedas están en el panel, en «Búsquedas», hasta 20. Las palabras y los filtros también están en la dirección de la página: envíasela a alguien.',
    ],
  },
  'save-an-ad': {
    question: 'Guardar un anuncio para después',
    alsoAsked: 'corazón favorito favoritos lista de deseos seguir guardado recordar vistos hace poco',
    answer: [
      `Toca el corazón. Los anuncios guardados esperan en tu panel, hasta ${LIMITS.favorites.max}, y te dicen cuándo ha bajado el precio. Los corazones que das antes de iniciar sesión te acompañan.`,
    ],
  },
  'how-to-buy': {
    question: '¿Cómo compro algo?',
    alsoAsked: 'hacer un pedido pedir compra comprar adquirir conseguir artículo carrito cesta caja tienda',
    answer: ['No hay carrito ni caja: te pones de acuerdo con quien vende, como en un puesto.'],
    points: [
      'Abre el anuncio y elige «Mensaje». Pregunta lo que quieras saber, y di cuándo podrías ir.',
      'Acordad el precio, y dónde quedáis o cómo se envía.',
      'Mira la cosa, pruébala, paga y llévatela.',
    ],
  },
  'message-a-seller': {
    question: 'Escribir a quien vende',
    alsoAsked: 'mensaje contactar vendedor chat preguntar pregunta responder enviar comprador bandeja conversación',
    answer: [
      `Elige «Mensaje» en el anuncio; necesitas una cuenta. Un mensaje puede tener ${LIMITS.message.max.toLocaleString('es')} caracteres; Intro lo envía y Mayús+Intro empieza una línea nueva. Sin conexión espera y sale solo.`,
      'También se pueden enviar imágenes, cuando has escrito unas palabras. Solo las veis vosotros dos.',
    ],
  },
  'no-answer': {
    question: 'Quien vende no contesta',
    alsoAsked: 'sin respuesta vendedor no responde ignorado esperar lento comprador desaparecido',
    answer: [
      'Dale un día. El puesto dice con qué rapidez suele contestar alguien, y bajo tu mensaje ves si se ha leído. Muchas veces es que el anuncio está reservado o vendido; mira debajo cosas parecidas.',
    ],
  },
  offers: {
    question: '¿Puedo hacer una oferta?',
    alsoAsked: 'regatear negociar bajar precio descuento puja subasta aceptar rechazar contraoferta retirar',
    answer: [
      'Sí: elige «Hacer una oferta» en el anuncio, o las monedas junto al campo del mensaje. Vale 48 horas. La otra parte la acepta, la rechaza o responde con otro importe; no hay subastas.',
    ],
    points: [
      'Tienes tres ofertas por anuncio. Quien vende dice desde cuánto acepta ofertas; es la mitad del precio si no lo cambia.',
      'En una conversación hay una oferta abierta cada vez. La siguiente ocupa su lugar.',
      'Cuando se acepta una, el anuncio queda reservado 72 horas, y todas las demás ofertas sobre él se anulan.',
    ],
  },
  handover: {
    question: '¿Cómo es la entrega?',
    alsoAsked:
      'quedar quedada cita encuentro código de entrega trato acordado calendario recordatorio no vino cancelar',
    answer: [
      'Cuando se acepta una oferta, la conversación muestra el trato. Uno propone una hora y un lugar público, el otro confirma, y a los dos se os recuerda un día y dos horas antes.',
    ],
    points: [
      'Quien compra abre el código de entrega y dice sus cuatro cifras cuando tiene la cosa en las manos. Quien vende lo escribe, y el trato está cerrado.',
      'Un paquete recibe su transportista y su número de seguimiento. El trato se cierra cuando quien compra dice que ha llegado, o 14 días después.',
      'Antes de eso cualquiera de los dos puede cancelar el trato. Si en 72 horas no se acuerda nada, se anula solo, y el anuncio vuelve a ofrecerse.',
      'Si la otra persona no viene, puedes decirlo 15 minutos después de la hora. Cuenta en su puesto.',
    ],
  },
  'how-to-pay': {
    question: '¿Cómo puedo pagar?',
    alsoAsked:
      'pago métodos formas opciones aceptadas disponibles efectivo tarjeta crédito débito paypal transferencia visa bitcoin bizum plazos',
    answer: [
      'Como lo acuerdes con quien vende; lo más sencillo es en efectivo en la entrega. {brand} no cobra pagos, ni con tarjeta ni de otro modo, así que aquí no hay formas de pago que elegir.',
    ],
  },
  'delivery-address': {
    question: '¿Dónde pongo o cambio mi dirección de entrega?',
    alsoAsked:
      'dirección de envío añadir nueva otra distinta segunda editar modificar corregir equivocada lugar postal domicilio',
    answer: [
      'En ningún sitio: {brand} no guarda direcciones. Cuando haya que enviarte algo, da la dirección en el chat una vez que lo hayas decidido. Si ha cambiado, dilo allí antes de que salga el paquete.',
    ],
  },
  'where-is-my-parcel': {
    question: '¿Cuándo llega lo mío? ¿Dónde está mi paquete?',
    alsoAsked:
      'seguir seguimiento pedido estado de mi pedido plazo de entrega cuánto tarda cuándo espero fecha prevista retraso envío',
    answer: [
      'Pregunta en el chat: quien lo envió tiene el número de seguimiento, y el transportista dice cuánto tarda. {brand} no envía nada, así que aquí no se puede seguir ningún pedido ni paquete.',
    ],
  },
  'change-of-mind': {
    question: 'Cancelar o cambiar una compra',
    alsoAsked:
      'cancelación anular mi pedido cambiar modificar quitar añadir cambiar artículo deshacer comprado por error',
    answer: [
      'Aquí no hay pedidos que cancelar o cambiar: lo que acordasteis está en el chat. Escribe allí, en cuanto lo sepas, que ya no lo quieres o que quieres algo más.',
      'Si tienes que cumplirlo es cosa de los dos y de la ley de donde vives.',
    ],
  },
  invoice: {
    question: '¿Dónde consigo una factura?',
    alsoAsked: 'facturas recibo ticket justificante de compra descargar impuestos iva mes',
    answer: [
      'De quien vende. {brand} no vende nada ni cobra pagos, así que no hace facturas ni las guarda. Las tiendas te deben una en la mayoría de los países; a un particular, pídele unas líneas firmadas en papel.',
    ],
  },
  'ad-gone': {
    question: 'El anuncio que vi ya no está',
    alsoAsked: 'anuncio desaparecido ya no disponible falta no encontrado caducado vendido 404',
    answer: [
      'Se vendió, terminó o lo retiró quien lo puso. Lo que miraste últimamente está en «Vistos hace poco», y lo que escribiste sobre él sigue en «Mensajes».',
    ],
  },
}
