import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

const megabytes = LIMITS.photos.maxBytes / 1024 / 1024

/** From the first photo to the handover. */
export const SELLING: HelpWords['articles'] = {
  'create-a-listing': {
    question: 'Como publico um anúncio?',
    alsoAsked: 'pôr anunciar vender oferecer criar colocar carregar anúncio como vendo',
    answer: ['Escolhe “Publicar anúncio” e desce a página.'],
    points: [
      `Adiciona pelo menos uma foto, no máximo ${LIMITS.photos.max}. A primeira é a capa; arrasta-as para mudar a ordem.`,
      `Dá-lhe um título de ${LIMITS.title.min} a ${LIMITS.title.max} caracteres, uma categoria e umas palavras honestas sobre o estado.`,
      'Diz se vendes, dás, procuras ou trocas, e põe um preço onde o houver.',
      'Escolhe a zona, e se é levantado ou enviado.',
      'Publica. Até lá nada é público, e o teu rascunho fica guardado, fotos incluídas. Podes preencher tudo antes de iniciares sessão.',
    ],
  },
  'photos-that-sell': {
    question: 'Fotos que vendem',
    alsoAsked: 'imagens foto carregar câmara boa luz capa',
    answer: [
      'Luz do dia, um fundo calmo, primeiro a coisa inteira e depois os pormenores, defeitos incluídos.',
      'Com o lápis sobre uma foto podes rodá-la, movê-la ou dizer o que mostra; esse texto é lido a quem não a pode ver.',
    ],
  },
  'photo-refused': {
    question: 'A minha foto não é aceite',
    alsoAsked:
      'carregamento falha imagem demasiado grande pequena tamanho megabytes píxeis heic formato desfocada presa',
    answer: [
      `Uma foto pode ter ${megabytes} MB e tem de ter pelo menos ${LIMITS.photos.minEdge} píxeis no lado mais comprido. Endireitamo-la e retiramos tudo o que está escondido no ficheiro, como onde foi tirada, antes de alguém a ver.`,
      'É JPEG, PNG, WebP ou AVIF. Uma foto HEIC só é aceite por navegadores que a sabem ler: no telemóvel escolhe “Mais compatível” como formato da câmara, ou guarda-a como JPEG.',
      'Sem ligação espera no teu navegador e segue sozinha, mesmo depois de a página ter sido fechada e aberta outra vez.',
    ],
  },
  'text-refused': {
    question: 'O meu título ou a minha descrição não é aceite',
    alsoAsked: 'texto recusado rejeitado palavras ligação número de telefone e-mail maiúsculas permitido erro publicar',
    answer: [
      `Um título tem de ${LIMITS.title.min} a ${LIMITS.title.max} caracteres, uma descrição de ${LIMITS.description.min} a ${LIMITS.description.max.toLocaleString('pt-PT')}. A página diz que frase está a mais.`,
    ],
    points: [
      'Sem telefones, endereços de e-mail, ligações ou mensageiros: aqui escrevem-te onde podem ver quem és.',
      'Letras normais, não tudo em maiúsculas.',
      'Cada palavra as vezes de que uma frase precisa, e nenhuma lista de palavras de pesquisa.',
    ],
  },
  'price-guide': {
    question: 'Quanto vale a minha coisa?',
    alsoAsked: 'guia de preços valor quanto pedir estimar sugerir recomendado barato caro vender por',
    answer: [
      'Depois de escolheres uma categoria, o guia de preços mostra por quanto coisas parecidas foram mesmo vendidas nos últimos 180 dias. Com menos de oito vendas dessas diz isso em vez de adivinhar.',
      '“Aberto a propostas” diz a quem compra que se pode falar do preço.',
    ],
  },
  'free-wanted-swap': {
    question: 'Dar, procurar ou trocar',
    alsoAsked: 'grátis oferta doar procura-se anúncio de procura troca permuta tipo',
    answer: [
      'Um anúncio vende, dá, procura ou troca; escolhes lá em cima. Os de procura e de troca não precisam de foto, e um preço é neles um orçamento ou uma ideia.',
    ],
  },
  drafts: {
    question: 'Onde está o meu anúncio por acabar?',
    alsoAsked: 'rascunho guardado perdido continuar terminar mais tarde voltar retomar',
    answer: [
      'O que escreves é guardado como rascunho enquanto escreves. Espera entre os teus anúncios, e “Publicar anúncio” propõe-te continuá-lo. Antes de iniciares sessão fica neste navegador, no máximo 30 dias.',
    ],
  },
  'edit-ad': {
    question: 'Alterar um anúncio ou o seu preço',
    alsoAsked: 'editar atualizar modificar corrigir anúncio baixar reduzir preço fotos descrição título gralha',
    answer: [
      'Escolhe “Editar” no menu do anúncio, no teu painel, ou no próprio anúncio. A alteração é pública quando a guardas.',
      'Quando baixas o preço, o antigo fica riscado ao lado, e quem guardou o anúncio vê quanto menos custa agora.',
    ],
  },
  'how-long-online': {
    question: 'Quanto tempo fica um anúncio publicado?',
    alsoAsked: 'expira validade expirado renovar prolongar duração dias quanto tempo anúncio acaba',
    answer: [
      'Depende da categoria: 60 dias na maioria, 45 ou 90 nalgumas. A data está junto a cada anúncio no teu painel, e enviamos-te um e-mail uma semana e um dia antes.',
      'Nos últimos dez dias podes prolongá-lo. Quando o tempo acaba, o anúncio sai da pesquisa, e durante 90 dias podes voltar a oferecê-lo.',
    ],
  },
  'pause-or-reserve': {
    question: 'Pausar ou reservar um anúncio',
    alsoAsked: 'reservado em pausa retomar férias fora parar temporariamente esconder prometido guardar',
    answer: [
      'Reservado: o anúncio ainda se encontra e vê-se que alguém está quase a levá-lo. Em pausa: ninguém o vê até o retomares. As duas coisas estão no menu do anúncio, no teu painel, e é lá que se desfazem.',
    ],
  },
  sold: {
    question: 'O meu artigo está vendido',
    alsoAsked: 'marcar vendido terminado foi-se venda falhou comprador não veio',
    answer: [
      'Marca-o como vendido no teu painel. Sai logo da pesquisa, e quem te escreveu pode continuar a ler a conversa.',
      'Se a venda falhar, podes voltar a oferecê-lo durante 14 dias.',
    ],
  },
  'delete-ad': {
    question: 'Apagar um anúncio',
    alsoAsked: 'remover retirar eliminar anúncio publicação',
    answer: [
      'Escolhe “Apagar” no menu do anúncio, no teu painel. Desaparece logo para toda a gente. Para o tirares só por um tempo, põe-no em pausa.',
    ],
  },
  'post-similar': {
    question: 'Publicar outra vez um anúncio parecido',
    alsoAsked: 'copiar duplicar republicar mesmo anúncio modelo segundo outro igual subir',
    answer: [
      '“Publicar um anúncio parecido”, no menu de um dos teus anúncios, começa um novo com o texto e cópias das fotos. Nada é público até o publicares.',
    ],
  },
  'many-ads': {
    question: 'Pôr muitos anúncios de uma vez',
    alsoAsked: 'importar csv folha de cálculo excel em massa vários anúncios carregar ficheiro loja',
    answer: [
      'Com uma tabela num ficheiro CSV: cada linha torna-se um rascunho, a que juntas fotos antes de o publicar. No teu painel podes marcar vários anúncios e prolongá-los, pausá-los ou mudar-lhes o preço juntos.',
    ],
  },
  'hidden-ad': {
    question: 'Porque é que ninguém encontra o meu anúncio?',
    alsoAsked: 'oculto invisível não aparece desapareceu removido moderadores análise falta pesquisa',
    answer: ['O teu painel diz o que foi feito dele.'],
    points: [
      'Rascunho: ainda não foi publicado. Em pausa ou expirado: repõe-no a partir do menu.',
      'Em análise: os moderadores veem-no primeiro. Devolvido: muda o que eles dizem e publica-o outra vez.',
      'Oculto ou não aceite: o motivo está ao lado, e a decisão, com a forma de recorrer, em “Denúncias”.',
      'Ativo: encontra-se. Um título claro e a categoria certa fazem-no subir.',
    ],
  },
  'who-looked': {
    question: 'Quantas pessoas viram o meu anúncio?',
    alsoAsked: 'visualizações estatísticas números visitantes guardados corações interesse popular quantos painel',
    answer: [
      'O teu painel conta as visualizações, os guardados e as conversas de todos os teus anúncios. Uma pessoa conta uma vez por hora, e os teus próprios olhares não contam. Quem guardou um anúncio não é mostrado.',
    ],
  },
  fees: {
    question: 'Quanto custa {brand}? Há taxas?',
    alsoAsked:
      'taxa comissão custo encargo penalização cancelamento rescisão contrato preço publicar grátis subscrição pagar empresa',
    answer: [
      'Nada. Publicar, vender e escrever é grátis, e nenhum lugar na pesquisa se pode comprar. Não há contrato que te prenda, por isso também não se paga por cancelar ou sair.',
    ],
  },
  shipping: {
    question: 'Como funciona o envio',
    alsoAsked:
      'entrega opções enviar correio encomenda transportadora custo métodos disponível estrangeiro casa levantar',
    answer: [
      'Cada anúncio diz se é entregue em mão, enviado, ou as duas coisas, e quanto custa o envio. Se vendes, defines isso no anúncio; se compras, escolhes escrevendo-o na conversa.',
      '{brand} não vende etiquetas nem guarda dinheiro, por isso combinem o seguimento, e quem paga se uma encomenda se perder.',
    ],
  },
}
