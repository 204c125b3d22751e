import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

const megabytes = LIMITS.photos.maxBytes / 1024 / 1024

/** From the first photo to the handover. */
export const SELLING: HelpWords['articles'] = {
  'create-a-listing': {
    question: '¿Cómo publico un anuncio?',
    alsoAsked: 'poner anunciar vender ofrecer crear subir colgar anuncio cómo vendo',
    answer: ['Elige «Publicar anuncio» y baja por la página.'],
    points: [
      `Añade al menos una foto, ${LIMITS.photos.max} como mucho. La primera es la portada; arrástralas para cambiar el orden.`,
      `Ponle un título de ${LIMITS.title.min} a ${LIMITS.title.max} caracteres, una categoría y unas palabras sinceras sobre su estado.`,
      'Di si vendes, regalas, buscas o cambias, y pon un precio donde lo haya.',
      'Elige la zona, y si se recoge o se envía.',
      'Publícalo. Hasta entonces nada es público, y tu borrador se conserva, fotos incluidas. Puedes rellenarlo todo antes de iniciar sesión.',
    ],
  },
  'photos-that-sell': {
    question: 'Fotos que venden',
    alsoAsked: 'imágenes foto subir cámara buena luz portada',
    answer: [
      'Luz de día, un fondo tranquilo, primero la cosa entera y luego los detalles, defectos incluidos.',
      'Con el lápiz sobre una foto puedes girarla, moverla o decir qué muestra; ese texto se lee a quien no puede verla.',
    ],
  },
  'photo-refused': {
    question: 'No se acepta mi foto',
    alsoAsked: 'falla la subida imagen demasiado grande pequeña tamaño megabytes píxeles heic formato borrosa atascada',
    answer: [
      `Una foto puede tener ${megabytes} MB y debe medir al menos ${LIMITS.photos.minEdge} píxeles en su lado largo. La enderezamos y quitamos todo lo que va escondido en el archivo, como dónde se hizo, antes de que nadie la vea.`,
      'Es JPEG, PNG, WebP o AVIF. Una foto HEIC solo la aceptan los navegadores que saben leerla: en el móvil elige «Más compatible» como formato de la cámara, o guárdala como JPEG.',
      'Sin conexión espera en tu navegador y sigue sola su camino, también después de cerrar y volver a abrir la página.',
    ],
  },
  'text-refused': {
    question: 'No se acepta mi título o mi descripción',
    alsoAsked: 'texto rechazado palabras enlace número de teléfono correo mayúsculas permitido error publicar',
    answer: [
      `Un título tiene de ${LIMITS.title.min} a ${LIMITS.title.max} caracteres, una descripción de ${LIMITS.description.min} a ${LIMITS.description.max.toLocaleString('es')}. La página dice qué frase estorba.`,
    ],
    points: [
      'Sin teléfonos, correos, enlaces ni mensajerías: aquí te escriben donde pueden ver quién eres.',
      'Letras normales, no todo en mayúsculas.',
      'Cada palabra tantas veces como la frase necesite, y ninguna lista de palabras clave.',
    ],
  },
  'price-guide': {
    question: '¿Cuánto vale lo mío?',
    alsoAsked: 'guía de precios valor cuánto pedir estimar sugerir recomendado barato caro vender por',
    answer: [
      'Cuando has elegido una categoría, la guía de precios muestra por cuánto se vendieron de verdad cosas parecidas en los últimos 180 días. Con menos de ocho ventas así, lo dice en vez de adivinar.',
      '«Abierto a ofertas» dice a quien compra que el precio se puede hablar.',
    ],
  },
  'free-wanted-swap': {
    question: 'Regalar, buscar o cambiar',
    alsoAsked: 'gratis regalo donar se busca anuncio de búsqueda intercambio trueque tipo',
    answer: [
      'Un anuncio vende, regala, busca o cambia; lo eliges arriba del todo. Los de búsqueda y cambio no necesitan foto, y un precio es en ellos un presupuesto o una idea.',
    ],
  },
  drafts: {
    question: '¿Dónde está mi anuncio a medias?',
    alsoAsked: 'borrador guardado perdido continuar terminar más tarde volver retomar',
    answer: [
      'Lo que escribes se guarda como borrador mientras escribes. Espera entre tus anuncios, y «Publicar anuncio» te ofrece seguir con él. Antes de iniciar sesión se guarda en este navegador, 30 días como mucho.',
    ],
  },
  'edit-ad': {
    question: 'Cambiar un anuncio o su precio',
    alsoAsked: 'editar actualizar modificar corregir anuncio bajar rebajar precio fotos descripción título errata',
    answer: [
      'Elige «Editar» en el menú del anuncio, en tu panel, o en el propio anuncio. El cambio es público cuando lo guardas.',
      'Cuando bajas el precio, el anterior queda tachado al lado, y quienes guardaron el anuncio ven cuánto menos cuesta ahora.',
    ],
  },
  'how-long-online': {
    question: '¿Cuánto tiempo está publicado un anuncio?',
    alsoAsked: 'caduca caducidad caducado renovar prolongar duración días cuánto dura anuncio termina',
    answer: [
      'Depende de la categoría: 60 días en la mayoría, 45 o 90 en algunas. La fecha está junto a cada anuncio en tu panel, y te enviamos un correo una semana y un día antes.',
      'En los últimos diez días puedes prolongarlo. Cuando se acaba su tiempo, el anuncio sale de la búsqueda, y durante 90 días puedes volver a ofrecerlo.',
    ],
  },
  'pause-or-reserve': {
    question: 'Pausar o reservar un anuncio',
    alsoAsked: 'reservado pausado reanudar vacaciones fuera parar temporalmente ocultar prometido guardar',
    answer: [
      'Reservado: se sigue encontrando el anuncio y se ve que alguien está a punto de quedárselo. En pausa: nadie lo ve hasta que lo reanudas. Las dos cosas están en el menú del anuncio, en tu panel, y allí se deshacen.',
    ],
  },
  sold: {
    question: 'Ya he vendido lo mío',
    alsoAsked: 'marcar vendido terminado venta fallida comprador no vino',
    answer: [
      'Márcalo como vendido en tu panel. Sale de la búsqueda al momento, y quienes te escribieron pueden seguir leyendo su chat.',
      'Si la venta se cae, puedes volver a ofrecerlo durante 14 días.',
    ],
  },
  'delete-ad': {
    question: 'Borrar un anuncio',
    alsoAsked: 'quitar retirar eliminar anuncio publicación',
    answer: [
      'Elige «Borrar» en el menú del anuncio, en tu panel. Desaparece para todos al momento. Para quitarlo solo un tiempo, ponlo en pausa.',
    ],
  },
  'post-similar': {
    question: 'Publicar otra vez un anuncio parecido',
    alsoAsked: 'copiar duplicar volver a publicar mismo anuncio plantilla segundo otro igual subir',
    answer: [
      '«Publicar un anuncio parecido», en el menú de uno de tus anuncios, empieza uno nuevo con su texto y copias de sus fotos. Nada es público hasta que lo publicas.',
    ],
  },
  'many-ads': {
    question: 'Poner muchos anuncios a la vez',
    alsoAsked: 'importar csv hoja de cálculo excel masivo varios anuncios subir archivo tienda',
    answer: [
      'Con una tabla en un archivo CSV: cada línea se convierte en un borrador, al que añades fotos antes de publicarlo. En tu panel puedes marcar varios anuncios y prolongarlos, pausarlos o cambiarles el precio juntos.',
    ],
  },
  'hidden-ad': {
    question: '¿Por qué nadie encuentra mi anuncio?',
    alsoAsked: 'oculto invisible no aparece desaparecido retirado moderadores revisión falta búsqueda',
    answer: ['Tu panel dice qué ha sido de él.'],
    points: [
      'Borrador: todavía no se ha publicado. En pausa o caducado: recupéralo desde su menú.',
      'En revisión: los moderadores lo miran antes. Devuelto: cambia lo que dicen y publícalo otra vez.',
      'Oculto o no aceptado: el motivo está al lado, y la decisión, con la manera de recurrirla, en «Denuncias».',
      'Activo: se encuentra. Un título claro y la categoría correcta lo suben.',
    ],
  },
  'who-looked': {
    question: '¿Cuánta gente ha visto mi anuncio?',
    alsoAsked: 'visitas estadísticas cifras visitantes guardados corazones interés popular cuántos panel',
    answer: [
      'Tu panel cuenta las visitas, los guardados y los chats de todos tus anuncios. Una persona cuenta una vez por hora, y tus propias miradas no cuentan. Quién guardó un anuncio no se muestra.',
    ],
  },
  fees: {
    question: '¿Cuánto cuesta {brand}? ¿Hay comisiones?',
    alsoAsked:
      'comisión tarifa cargo cuota penalización cancelación rescisión contrato precio publicar gratis suscripción pagar empresa',
    answer: [
      'Nada. Publicar, vender y escribir es gratis, y ningún puesto en la búsqueda se puede comprar. No hay contrato que te ate, así que tampoco se paga por cancelar o por irse.',
    ],
  },
  shipping: {
    question: 'Cómo funciona el envío',
    alsoAsked:
      'entrega opciones enviar correos paquete mensajero coste métodos disponible extranjero domicilio recoger',
    answer: [
      'Cada anuncio dice si se entrega en persona, se envía o las dos cosas, y cuánto cuesta el envío. Si vendes, lo pones en el anuncio; si compras, eliges escribiéndolo en el chat.',
      '{brand} no vende etiquetas ni guarda dinero, así que acordad un seguimiento, y quién paga si se pierde un paquete.',
    ],
  },
}
